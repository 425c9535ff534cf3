import { useState } from 'react'
import { EXPORT_KINDS } from '#shared/contract/admin/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { Select } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Period } from './period.ts'

const SEPARATORS = [
  { value: 'comma', label: 'Comma (1500.50)' },
  { value: 'semicolon', label: 'Semicolon (1500,50)' },
]

/** The period as files for a spreadsheet; the browser saves them as they come. */
export function Files({ period }: { period: Period }) {
  const [separator, setSeparator] = useState('comma')
  return (
    <DetailSection title="For the accountant">
      <div className="grid gap-4 pt-4">
        <Field label="Separator" required hint="Semicolon where the spreadsheet writes amounts with a comma.">
          <Select
            value={separator}
            onChange={(event) => setSeparator(event.target.value)}
            options={SEPARATORS}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          {EXPORT_KINDS.map((kind) => (
            <a
              key={kind}
              href={`/api/admin/money/${kind}?${new URLSearchParams({ ...period, separator })}`}
              download
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {kind}
            </a>
          ))}
        </div>
      </div>
    </DetailSection>
  )
}
