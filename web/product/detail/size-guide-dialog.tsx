import { useState } from 'react'
import { inchesOf, type SizeGuide } from '#shared/size-guide.ts'
import { classes } from '#ui/class-name.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'

const UNITS = [
  { unit: 'cm', name: 'Centimetres' },
  { unit: 'in', name: 'Inches' },
] as const

/** Measurements of the garment itself, to compare with one that fits. */
export function SizeGuideDialog({
  category,
  guide,
  chosen,
  isOpen,
  onClose,
}: {
  category: string
  guide: SizeGuide
  /** The current size, marked in the table. */
  chosen: string | null
  isOpen: boolean
  onClose: () => void
}) {
  const [unit, setUnit] = useState<'cm' | 'in'>('cm')
  const shown = (cm: number) => (unit === 'cm' ? cm : inchesOf(cm))
  return (
    <Dialog
      title="Size guide"
      description={`${category}: measure one that fits you and compare.`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-6">
        <fieldset className="flex min-w-0 flex-wrap pt-px pl-px">
          <legend className="sr-only">Unit</legend>
          {UNITS.map(({ unit: each, name }) => (
            <button
              key={each}
              type="button"
              aria-pressed={unit === each}
              className="label -mt-px -ml-px min-h-11 border border-ink px-4 text-xs aria-pressed:chosen"
              onClick={() => setUnit(each)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <ScrollRegion label="Garment measurements">
          <table className="tabular w-full text-sm">
            <caption className="sr-only">Garment measurements</caption>
            <thead>
              <tr className="border-ink border-b">
                <th scope="col" className="label py-3 pr-3 text-left text-2xs">
                  Size
                </th>
                {guide.measures.map((measure) => (
                  <th key={measure} scope="col" className="label py-3 pl-3 text-right text-2xs">
                    {measure}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {guide.rows.map(({ size, cm }) => (
                <tr
                  key={size}
                  className={classes(
                    'border-line border-b',
                    size === chosen &&
                      'bg-paper-deep forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline',
                  )}
                >
                  <th scope="row" className="py-3 pr-3 pl-2 text-left font-bold">
                    {size}
                    {size === chosen && <span className="sr-only">, chosen</span>}
                  </th>
                  {cm.map((value, place) => (
                    <td key={guide.measures[place]} className="py-3 pr-2 pl-3 text-right">
                      {shown(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <dl className="grid gap-4 text-ink-soft text-sm">
          <Advice term="Fit" text={guide.fit} />
          <Advice term="Between sizes" text={guide.between} />
          <Advice term="How we measure" text={guide.how} />
        </dl>
      </div>
    </Dialog>
  )
}

function Advice({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="label text-2xs text-ink">{term}</dt>
      <dd className="mt-1 max-w-read">{text}</dd>
    </div>
  )
}
