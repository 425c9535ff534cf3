import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { checkoutRequestFor, startInTurn } from './rig/buyer.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const UNITS = 10
const BUYERS = 200

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ postgresUrl: inject('postgresUrl'), processes: 4 })
})
afterAll(() => rig.close())

test.each([2, 4])('%i processes sell exactly the stock and not one piece more', async (processes) => {
  const repeats = sized({ quick: 1, whole: 100 })
  await prove(async () => {
    let slowestMs = 0
    for (let repeat = 0; repeat < repeats; repeat++) {
      const id = `rush-${processes}-${repeat}`
      await rig.withDatabase((db) =>
        seedProduct(db, { id, stock: [{ color: 'black', size: 'M', quantity: UNITS }] }),
      )
      const responses = await Promise.all(
        Array.from({ length: BUYERS }, (_, buyer) =>
          startInTurn(rig.shop(buyer % processes), checkoutRequestFor([{ productId: id }])),
        ),
      )
      const counts = Map.groupBy(responses, (response) => response.status)
      expect(Object.fromEntries([...counts].map(([status, found]) => [status, found.length]))).toEqual({
        200: UNITS,
        409: BUYERS - UNITS,
      })
      expect(new Set(counts.get(409)?.map((response) => response.body.code))).toEqual(
        new Set(['OUT_OF_STOCK']),
      )
      slowestMs = Math.max(slowestMs, ...responses.map((response) => response.ms))
    }
    await settleAndCheck(rig)
    expect(rig.complaints()).toEqual([])
    return {
      invariants: 'I2, I14',
      what: `${BUYERS} concurrent buyers for ${UNITS} pieces, in ${processes} processes`,
      count: repeats,
      unit: 'rushes',
      database: 'PostgreSQL',
      found: `${UNITS} orders and ${BUYERS - UNITS} × 409 each time, no 5xx; slowest response ${Math.round(slowestMs)} ms`,
    }
  })
})
