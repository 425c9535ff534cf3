import { findState, isCityOfState, NIGERIAN_STATES } from '#shared/nigeria.ts'
import type { CataloguePlace } from './catalogue.ts'
import { listOf, naira, readFields, text } from './field.ts'
import type { Findings, Row } from './finding.ts'

const AREAS_MAX = 50
const PLACE = {
  place: text(80),
  amount: naira,
  states: listOf(NIGERIAN_STATES.length, text(60)),
  areas: listOf(AREAS_MAX, text(60)),
}

export function checkPlace(row: Row, findings: Findings): CataloguePlace | undefined {
  const { place, amount, states = [], areas = [] } = readFields(PLACE, row, findings)
  for (const state of states) {
    if (findState(state) === undefined) {
      findings.fault(row, 'states', `states "${state}" is not a state of Nigeria as the checkout lists them`)
    }
  }
  // Six names of areas occur in two states.
  const [state = '', ...others] = states
  if (areas.length > 0 && (state === '' || others.length > 0)) {
    findings.fault(row, 'areas', 'areas need exactly one state in the same row')
  } else if (findState(state) !== undefined) {
    for (const area of areas) {
      if (isCityOfState(state, area)) continue
      findings.fault(row, 'areas', `areas "${area}" is not a local government area of ${state}`)
    }
  }
  return place === undefined || amount === undefined ? undefined : { place, amount, states, areas }
}
