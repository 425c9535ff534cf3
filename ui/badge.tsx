import type { ReactNode } from 'react'
import { classes } from './class-name.ts'

export type BadgeTone = 'ink' | 'accent' | 'plain' | 'good' | 'wait' | 'bad' | 'rest'

const TONE: Record<BadgeTone, string> = {
  ink: 'bg-ink text-paper',
  accent: 'bg-accent text-ink',
  plain: 'bg-paper-bright text-ink border-line border',
  good: 'bg-good-wash text-good',
  wait: 'bg-wait-wash text-wait',
  bad: 'bg-bad-wash text-bad',
  rest: 'bg-rest-wash text-rest',
}

export function Badge({
  tone = 'ink',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={classes('badge', TONE[tone], className)}>{children}</span>
}
