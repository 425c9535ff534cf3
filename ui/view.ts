import type { ComponentType } from 'react'

/** A text, or texts by name or in a row. */
export type Texts = string | undefined | readonly Texts[] | { readonly [name: string]: Texts }

/**
 * `texts` are written as they are, as an element's text or as an attribute or a part of one; only whether one is there, and how many
 * there are, may decide what else is written. `shape` is all that decides besides, and takes few values: `isLight` in it is that
 * of the page. Other props are for the browser alone, such as handlers.
 */
export type ViewProps = {
  texts: { readonly [name: string]: Texts }
  shape: Readonly<Record<string, string | number | boolean | undefined>>
}

export type View<P extends ViewProps> = ComponentType<P>
