import { classes } from './class-name.ts'

/** A place that is being filled. Its size comes from the class name; the region that waits says so in words. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('skeleton block', className)} />
}
