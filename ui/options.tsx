import { escapeHtml } from '#shared/escape-html.ts'
import type { Content } from './template.tsx'

export type Option = { value: string; label: string; isDisabled?: boolean }

/**
 * The options of a selection with this value, written by hand: a listing has seventy tags, and React, which marks the
 * selected one only while it writes the selection, takes some hundredths of the page's rendering for them.
 */
export function writtenOptions(options: readonly Option[], selected: string): Content {
  let html = ''
  for (const { value, label, isDisabled } of options) {
    const marks = (isDisabled ? ' disabled=""' : '') + (value === selected ? ' selected=""' : '')
    html += `<option value="${escapeHtml(value)}"${marks}>${escapeHtml(label)}</option>`
  }
  return { dangerouslySetInnerHTML: { __html: html } }
}

export function drawnOptions(options: readonly Option[]): Content {
  return {
    children: options.map(({ value, label, isDisabled }) => (
      <option key={value} value={value} disabled={isDisabled}>
        {label}
      </option>
    )),
  }
}
