// Floors and queens in WebGL. Only this file uses three.js, and it is loaded when Space is opened.

import {
  AmbientLight, BufferGeometry, Color, CanvasTexture, DirectionalLight, DoubleSide, EdgesGeometry, Group,
  InstancedMesh, LatheGeometry, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, NearestFilter,
  Object3D, PerspectiveCamera, PlaneGeometry, RepeatWrapping, Scene, SphereGeometry, SRGBColorSpace,
  Vector2, Vector3, WebGLRenderer,
} from 'three';
import { placeOf, type Camera, type Point } from '../lib/space';

export interface Shown {
  n: number;
  queens: Point[];
  /** Only this floor is solid; the others are faint. */
  slice: number | null;
  /** Gap between floors, in squares. */
  gap: number;
  /** Pairs to join by lines. */
  pairs: [Point, Point][];
}

export interface Colours {
  light: string;
  dark: string;
  queen: string;
  edge: string;
  bad: string;
}

/** The outline of a queen, turned about its axis: radius and height. */
const OUTLINE = [
  [0, 0], [0.3, 0], [0.3, 0.05], [0.24, 0.1], [0.13, 0.32], [0.11, 0.46], [0.2, 0.64], [0.24, 0.72], [0.17, 0.68], [0, 0.66],
].map(([radius, height]) => new Vector2(radius, height));

export class SpaceScene {
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(38, 1, 0.1, 500);
  private content = new Group();
  private shown: Shown | null = null;
  private view: Camera = { turn: 0, tilt: 0, near: 1 };
  private asked = 0;

  constructor(
    private canvas: HTMLCanvasElement,
    private colours: Colours,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(3, 8, 5);
    this.scene.add(new AmbientLight(0xffffff, 1.4), sun, this.content);
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.look(this.view);
  }

  paint(colours: Colours): void {
    this.colours = colours;
    if (this.shown) this.show(this.shown);
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.clear();
    const middle = (shown.n - 1) / 2;
    const height = (floor: number) => (floor - middle) * shown.gap;
    const texture = this.chequer(shown.n);
    for (let floor = 0; floor < shown.n; floor += 1) this.content.add(this.plate(shown, floor, height(floor), texture));
    for (const part of this.queens(shown, middle, height)) this.content.add(part);
    if (shown.pairs.length) this.content.add(this.lines(shown, middle, height));
    this.look(this.view);
  }

  look(view: Camera): void {
    this.view = view;
    const n = this.shown?.n ?? 1;
    const span = Math.max(n, n * (this.shown?.gap ?? 1));
    // A view that is taller than wide must move back until the width fits.
    const fit = Math.min(1, this.camera.aspect);
    const distance = (1.75 * Math.hypot(span, n)) / (view.near * fit);
    this.camera.position.set(
      distance * Math.cos(view.tilt) * Math.sin(view.turn),
      distance * Math.sin(view.tilt),
      distance * Math.cos(view.tilt) * Math.cos(view.turn),
    );
    this.camera.lookAt(0, 0, 0);
    this.draw();
  }

  picture(): string {
    this.renderer.render(this.scene, this.camera);
    return this.canvas.toDataURL('image/png');
  }

  close(): void {
    cancelAnimationFrame(this.asked);
    this.clear();
    this.renderer.dispose();
  }

  /** Draws at most once per painted frame. */
  private draw(): void {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.renderer.render(this.scene, this.camera));
  }

  private clear(): void {
    this.content.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) {
        object.geometry.dispose();
        for (const material of [object.material].flat()) material.dispose();
      }
    });
    this.content.clear();
  }

  private isFaint(shown: Shown, floor: number): boolean {
    return shown.slice !== null && shown.slice !== floor;
  }

  private chequer(n: number): CanvasTexture {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 2;
    const context = tile.getContext('2d')!;
    context.fillStyle = this.colours.light;
    context.fillRect(0, 0, 2, 2);
    context.fillStyle = this.colours.dark;
    context.fillRect(1, 0, 1, 1);
    context.fillRect(0, 1, 1, 1);
    const texture = new CanvasTexture(tile);
    texture.magFilter = NearestFilter;
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.repeat.set(n / 2, n / 2);
    return texture;
  }

  /** A floor: faint squares, so that queens behind it are visible, with a clear edge. */
  private plate(shown: Shown, floor: number, y: number, texture: CanvasTexture): Mesh {
    const faint = this.isFaint(shown, floor);
    const material = new MeshBasicMaterial({ map: texture, side: DoubleSide, transparent: true, opacity: faint ? 0.05 : 0.32, depthWrite: false });
    const square = new PlaneGeometry(shown.n, shown.n);
    const plate = new Mesh(square, material);
    const edge = new LineBasicMaterial({ color: new Color(this.colours.edge), transparent: true, opacity: faint ? 0.2 : 0.9 });
    plate.add(new LineSegments(new EdgesGeometry(square), edge));
    plate.rotation.x = -Math.PI / 2;
    plate.position.y = y;
    return plate;
  }

  private queens(shown: Shown, middle: number, height: (floor: number) => number): InstancedMesh[] {
    const made: InstancedMesh[] = [];
    for (const faint of [false, true]) {
      const here = shown.queens.filter((queen) => this.isFaint(shown, placeOf(queen).floor) === faint);
      if (!here.length) continue;
      const material = new MeshLambertMaterial({ color: new Color(this.colours.queen), side: DoubleSide, transparent: faint, opacity: faint ? 0.14 : 1 });
      const bodies = new InstancedMesh(new LatheGeometry(OUTLINE, 24), material, here.length);
      const heads = new InstancedMesh(new SphereGeometry(0.08, 16, 12), material.clone(), here.length);
      const spot = new Object3D();
      here.forEach((queen, place) => {
        const { x, y, floor } = placeOf(queen);
        spot.position.set(x - middle, height(floor), y - middle);
        spot.updateMatrix();
        bodies.setMatrixAt(place, spot.matrix);
        spot.position.y += 0.74;
        spot.updateMatrix();
        heads.setMatrixAt(place, spot.matrix);
      });
      made.push(bodies, heads);
    }
    return made;
  }

  private lines(shown: Shown, middle: number, height: (floor: number) => number): LineSegments {
    const ends = shown.pairs.flat().map((queen) => {
      const { x, y, floor } = placeOf(queen);
      return new Vector3(x - middle, height(floor) + 0.35, y - middle);
    });
    return new LineSegments(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial({ color: new Color(this.colours.bad) }));
  }
}
