import { escapeHtml } from '#shared/escape-html.ts'
import type { Content } from './template.tsx'

type Option = { value: string; label: string; isDisabled?: boolean }

/**
 * The options of a `Select` with this value. On the server they are written here: a list of tags has seventy, and React, which marks
 * the selected one only while it writes the selection, takes a fiftieth of a listing's time for them.
 */
export const options: (value: string, list: readonly Option[]) => Content = import.meta.env.SSR
  ? (selected, list) => ({
      dangerouslySetInnerHTML: { __html: list.map((option) => written(option, selected)).join('') },
    })
  : (_, list) => ({
      children: list.map(({ value, label, isDisabled }) => (
        <option key={value} value={value} disabled={isDisabled}>
          {label}
        </option>
      )),
    })

function written({ value, label, isDisabled }: Option, selected: string): string {
  const marks = (isDisabled ? ' disabled=""' : '') + (value === selected ? ' selected=""' : '')
  return `<option value="${escapeHtml(value)}"${marks}>${escapeHtml(label)}</option>`
}
