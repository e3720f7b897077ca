import type { LogoDrawing } from './scene.ts';

/** Where a logo lies in a symbol, in modules. */
export interface PlacedLogo {
  /** Modules that are left out. */
  isCovered(x: number, y: number): boolean;
  /** What lies behind the logo. */
  plate: { d: string; colour: string } | null;
  drawing: LogoDrawing;
}
