import type { ReactNode } from 'react'

export type ToastTone = 'default' | 'success' | 'destructive'

export type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  /** Of what the words are about. */
  picture?: ReactNode
  /** What can be done next, such as undo; the toast closes when one is used. */
  actions?: readonly ToastAction[]
  /** Aborted when it has nothing to tell any more, which closes it. */
  signal?: AbortSignal
}

export type ToastAction = { label: string; onSelect: () => void }

type Listener = (message: ToastMessage) => void

/** Toasts sent before the toaster is there: it is loaded with the first one. */
const waiting: ToastMessage[] = []
let load: (() => void) | null = null
let show: Listener | null = null

/** Shows a toast, from anywhere in the browser. */
export function toast(message: ToastMessage): void {
  if (show) show(message)
  // The others wait with the first one.
  else if (waiting.push(message) === 1) load?.()
}

/** For the toaster: gets the waiting toasts, then every further one. Returns a function that stops it. */
export function onToast(listener: Listener): () => void {
  show = listener
  for (const message of waiting.splice(0)) listener(message)
  return () => {
    if (show === listener) show = null
  }
}

/** For the loader of the toaster, which a toast may be waiting for already. Returns a function that stops it. */
export function onToastWanted(loader: () => void): () => void {
  load = loader
  if (waiting.length > 0) loader()
  return () => {
    if (load === loader) load = null
  }
}
