import { classes } from './class-name.ts'

/**
 * A placeholder for content that is loading. Its size comes from the class name; the region around it announces the wait.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('skeleton block max-w-full', className)} />
}
