import type { ReactNode } from 'react'
import { useFocusAround } from './use-focus-around.ts'

/**
 * A screen that has nothing but this to say, with the ways on from there as its children. `role` is for what a screen reader must
 * say at once; `isTall` if nothing else is on the page.
 */
export function MessageScreen({
  title,
  text,
  role,
  isTall = false,
  children,
}: {
  title: string
  text?: string
  role?: 'alert' | 'status'
  isTall?: boolean
  children: ReactNode
}) {
  const height = isTall ? 'min-h-[70svh]' : 'min-h-[60svh]'
  return (
    <section
      ref={useFocusAround<HTMLElement>()}
      role={role}
      className={`page grid content-center justify-items-start gap-6 py-16 ${height}`}
    >
      <h1 className="display text-d-lg">{title}</h1>
      {text && <p className="max-w-read text-lg">{text}</p>}
      {children}
    </section>
  )
}
