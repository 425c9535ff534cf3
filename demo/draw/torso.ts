import { chanceFrom } from './chance.ts'
import { loosen } from './path.ts'
import type { Fold } from './sewing.ts'

export type View = 'front' | 'back'

/** Folds of a torso that hangs from its shoulders: pulled towards the armpits, then falling straight. */
export function torsoFolds(seed: string, hem: number, half: number) {
  const chance = chanceFrom(seed)
  const drawn: Fold[] = [
    [half - 12, 585, half - 190, 800, 34, 12],
    [half - 20, 610, half - 120, 960, 26, 10],
    [half - 60, 330, half - 34, 560, 30, -14],
    [-half + 12, 585, -half + 190, 800, 34, -12],
    [-half + 20, 610, -half + 120, 960, 26, -10],
    [-half + 60, 330, -half + 34, 560, 30, 14],
    [110, 380, 200, 600, 24, 10],
    [-110, 380, -200, 600, 24, -10],
  ]
  const hung: Fold[] = [
    [170, hem - 420, 190, hem + 10, 44, 8],
    [50, hem - 350, 30, hem + 10, 50, -8],
    [-90, hem - 400, -120, hem + 10, 46, 8],
    [-220, hem - 300, -236, hem + 10, 40, -6],
    [250, hem - 220, 262, hem + 10, 30, 4],
  ]
  const lows: Fold[] = [
    [half - 40, 640, half - 170, 900, 28, 8],
    [-half + 40, 640, -half + 170, 900, 28, -8],
    [110, hem - 380, 118, hem, 36, 6],
    [-30, hem - 380, -40, hem, 40, 6],
    [-170, hem - 330, -180, hem, 36, 4],
  ]
  return {
    ridges: loosen(chance, [...drawn, ...hung]),
    valleys: loosen(chance, lows),
    sharp: loosen(chance, drawn.slice(0, 6), 18),
  }
}
