import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { useFocusAround } from './use-focus-around.ts'

/** For a failure that disappears with its button once it is over, whether or not the button was pressed. */
export function RetryButton({ children = 'Try Again', ...rest }: Omit<ComponentProps<typeof Button>, 'ref'>) {
  return (
    <Button {...rest} ref={useFocusAround<HTMLButtonElement>()}>
      {children}
    </Button>
  )
}
