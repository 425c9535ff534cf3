import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * For what disappears, with its button, as soon as it is no longer true, whether or not the button was pressed: whoever has
 * the focus on it is led to the dialog or the page that it was in.
 */
export function RetryButton({ children = 'Try Again', ...rest }: Omit<ComponentProps<typeof Button>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const leaving = button.current
    const around = leaving?.closest<HTMLElement>('[role="dialog"], main')
    return () => {
      if (document.activeElement === leaving) around?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button {...rest} ref={button}>
      {children}
    </Button>
  )
}
