import { createServerOnlyFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { templateOf } from './fill-template.tsx'
import type { View, ViewProps } from './view.ts'

/** The props of an element for its content. */
export type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }
type Write<P> = (items: readonly (P & { key: string })[]) => Content

/**
 * For what a page repeats dozens of times: writes an element's content, the view for each item. In the browser it is like any
 * other component. On the server, React renders it once for each shape, and then only its texts are filled in: as that happens
 * within another rendering, a component calls its hooks before it.
 */
export function templated<P extends ViewProps>(view: View<P>): Write<P> {
  return import.meta.env.SSR ? filledIn(view) : drawn(view)
}

const filledIn = createServerOnlyFn(<P extends ViewProps>(view: View<P>): Write<P> => {
  const fill = templateOf(view)
  return (items) => {
    let html = ''
    for (const item of items) html += fill(item)
    return { dangerouslySetInnerHTML: { __html: html } }
  }
})

function drawn<P extends ViewProps>(View: View<P>): Write<P> {
  return (items) => ({
    children: items.map(({ key, ...item }) => <View key={key} {...(item as unknown as P)} />),
  })
}
