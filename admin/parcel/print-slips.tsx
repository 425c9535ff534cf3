import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import type { Paper, Slip } from './slips.tsx'

const Slips = lazyComponent(() => import('./slips.tsx'), 'Slips')

/** The buttons that print slips, on either paper. */
export function PrintSlips({ slips, label }: { slips: readonly Slip[]; label: string }) {
  const [paper, setPaper] = useState<Paper>()
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setPaper('a5')}>
        {`${label} A5`}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setPaper('roll')}>
        {`${label} 80 mm`}
      </Button>
      {paper && (
        <Suspense fallback={null}>
          <Slips slips={slips} paper={paper} onPrinted={() => setPaper(undefined)} />
        </Suspense>
      )}
    </>
  )
}
