import type { Choice } from '#shared/purchase.ts'

/** The colour and size requested by a link, which anyone may have written. */
export type WantedChoice = { color?: string; size?: string }

export function readWantedChoice({ color, size }: Record<string, unknown>): WantedChoice {
  return {
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof size === 'string' ? { size } : {}),
  }
}

/** A choice as the address of its product carries it. */
export function wantedChoice({ color, size }: Choice): WantedChoice {
  return { ...(color === null ? {} : { color }), ...(size === null ? {} : { size }) }
}
