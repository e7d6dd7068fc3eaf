// Where the book, which the server serves, has its pages.

const ROOT = '/book/';

export const BOOK = `${ROOT}index.html`;
export const algorithmPage = (id: string) => `${ROOT}algorithms/${id}.html`;
export const paperPage = (id: string) => `${ROOT}papers/${id}.html`;
export const methodPage = (name: string) => `${ROOT}methods/${name}.html`;

/** The page of an engine; the automatic choice is explained on the page about all of them. */
export const enginePage = (id: string) => `${ROOT}engines/${id === 'auto' ? 'index' : id}.html`;
export const bookPage = (name: string) => `${ROOT}${name}.html`;
