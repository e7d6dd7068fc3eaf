// Pictures the server draws: plots, stacks and level tables as files.

import { api } from './connection.svelte';
import { save } from './download';

/** Saves a picture as the server draws it. */
export async function saveDrawn(name: string, picture: Record<string, unknown>, format: 'svg' | 'png'): Promise<void> {
  const response = await api.call('/draw', { body: { picture, format } });
  save(name, await response.blob(), format === 'svg' ? 'image/svg+xml' : 'image/png');
}
