import { type ComponentProps, useState } from 'react'
import { TextInput } from './control.tsx'

/** Can be shown while typing: long passwords are typed blind far too often. Hidden again on every new page. */
export function PasswordInput({
  autoComplete,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="relative block">
      <TextInput
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-20"
      />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="label tap absolute inset-y-0 right-0 px-4 text-2xs text-ink-soft hover:text-accent-text noscript:hidden"
      >
        <span>{isShown ? 'Hide' : 'Show'}</span>
        <span className="sr-only"> password</span>
      </button>
    </span>
  )
}

/** Whose password a form sets, for password managers, where no visible field of it says so. */
export function PasswordOwner({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}
