import { shop } from '#shop.config'
import { classes } from '#ui/class-name.ts'

/** The brand's name with its plus sign, the little extra. Its size comes from the class name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classes('display inline-flex leading-none', className)}>
      {shop.brand}
      <span aria-hidden="true" className="mt-[0.08em] ml-[0.04em] text-[0.6em] text-accent leading-none">
        +
      </span>
    </span>
  )
}

/** Heads a page on paper, where the shop's header is left out. */
export function Letterhead() {
  return (
    <div className="hidden pb-6 print:block">
      <Wordmark className="text-[2.125rem]" />
    </div>
  )
}
