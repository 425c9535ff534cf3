import { classes } from './class-name.ts'

/** Only to be seen: whoever shows it says in words what is awaited. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
