import type { ComponentProps } from 'react'
import { classes } from './class-name.ts'
import { Spinner } from './spinner.tsx'
import { useFocusAround } from './use-focus-around.ts'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'accent'
  size?: 'sm' | 'md' | 'lg' | 'icon'
}

const SIZE = {
  sm: 'min-h-11 px-4 text-2xs',
  md: 'min-h-12 px-[min(1.5rem,7.5vw)] text-xs',
  lg: 'min-h-14 px-[min(2rem,8vw)] text-sm',
  icon: 'size-11 p-0',
} as const

/** A button's classes, for links that look like buttons. */
export function buttonClass(
  { variant = 'primary', size = 'md' }: ButtonLook = {},
  ...more: string[]
): string {
  return classes('button', `button-${variant}`, SIZE[size], ...more)
}

/** While busy it says so and ignores presses; its place and focus stay. */
export function Button({
  variant,
  size,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook & { isBusy?: boolean }) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, className ?? '')}
      {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <Spinner />}
      {/* A text that changes stands alone in an element: docs/decisions/009-old-and-translated-browsers.md. */}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}

/** For a failure that disappears with its button once it is over, whether or not the button was pressed. */
export function RetryButton({ children = 'Try Again', ...rest }: Omit<ComponentProps<typeof Button>, 'ref'>) {
  return (
    <Button {...rest} ref={useFocusAround<HTMLButtonElement>()}>
      {children}
    </Button>
  )
}
