import { createHmac } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { median } from '#test/support/median.ts'
import { prove, sized } from '#test/support/proof.ts'
import { placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I13: a delivery that the provider did not sign changes nothing and costs almost nothing. */

let body = ''
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.sandbox.advance(reference, 'success')
  body = JSON.stringify({
    event: 'charge.success',
    data: { reference, status: 'success', amount: 1_550_000, metadata: { a: 1 } },
  })
})

type Bytes = string | Uint8Array
const hmac = (algorithm: string, bytes: Bytes, key = PROVIDER_KEY) =>
  createHmac(algorithm, key).update(bytes).digest('hex')
const sign = (bytes: Bytes, key?: string) => hmac('sha512', bytes, key)

/** A hash of all table rows that a webhook could change. */
async function everything(): Promise<string> {
  const [row] = await rowsOf<{ all: string }>(
    shop.db,
    sql`select md5(concat((select jsonb_agg(to_jsonb(o) order by id) from orders o), (select jsonb_agg(to_jsonb(a) order by id) from payment_attempts a),
      (select jsonb_agg(to_jsonb(e)) from provider_events e), (select jsonb_agg(to_jsonb(s)) from stock_items s),
      (select count(*) from stock_moves), (select count(*) from outbox), (select count(*) from refunds))) as all`,
  )
  return row?.all ?? ''
}

type Attack = { bytes: Bytes; headers: Record<string, string>; status?: number }

function listAttacks(): Record<string, Attack> {
  const good = sign(body)
  const signed = (bytes: Bytes, signature = good) => ({
    bytes,
    headers: { 'x-paystack-signature': signature },
  })
  const withHeaders = (headers: Record<string, string>, bytes: Bytes = body) => ({ bytes, headers })
  const value = JSON.parse(body) as { event: string; data: object }
  const large = `{"event":"charge.success","data":{"filler":"${'x'.repeat(10_000_000)}"}}`
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  return {
    'no header': withHeaders({}),
    'an empty header': signed(body, ''),
    'a blank': signed(body, ' '),
    'the word null': signed(body, 'null'),
    'another key': signed(body, sign(body, 'sk_test_other')),
    'the public key': signed(body, sign(body, PROVIDER_KEY.replace('sk_', 'pk_'))),
    'an empty key': signed(body, sign(body, '')),
    'the key in upper case': signed(body, sign(body, PROVIDER_KEY.toUpperCase())),
    'the bearer key itself': signed(body, PROVIDER_KEY),
    'only an Authorization header': withHeaders({ authorization: `Bearer ${PROVIDER_KEY}` }),
    'SHA-256': signed(body, hmac('sha256', body)),
    'SHA-1': signed(body, hmac('sha1', body)),
    MD5: signed(body, hmac('md5', body)),
    'SHA-512 without a key': signed(body, createHmac('sha512', '').update(body).digest('hex')),
    'upper-case digits': signed(body, good.toUpperCase()),
    base64: signed(body, Buffer.from(good, 'hex').toString('base64')),
    'a byte short': signed(body, good.slice(2)),
    'half a byte short': signed(body, good.slice(1)),
    'a byte more': signed(body, `${good}00`),
    'the last digit changed': signed(body, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`),
    zeros: signed(body, '0'.repeat(128)),
    letters: signed(body, 'z'.repeat(128)),
    'a prefix': signed(body, `sha512=${good}`),
    'two in one header': signed(body, `${good}, ${good}`),
    'a good one behind a bad one': signed(body, `${'0'.repeat(128)},${good}`),
    'a blank in the middle': signed(body, `${good.slice(0, 64)} ${good.slice(64)}`),
    'in another header': withHeaders({ 'x-signature': good, 'x-hub-signature': good }),
    'keys in another order': signed(JSON.stringify({ data: value.data, event: value.event })),
    'the same JSON with blanks': signed(JSON.stringify(value, null, 2)),
    'a number written otherwise': signed(body.replace('1550000', '1.55e6')),
    'a letter as an escape': signed(body.replace('success', '\\u0073uccess')),
    'a byte order mark': signed(`\ufeff${body}`),
    'a line end added': signed(`${body}\n`),
    'a key twice': signed(body.replace('{"event"', '{"event":"x","event"')),
    'UTF-16': signed(Buffer.from(body, 'utf16le')),
    'nothing at all': signed(''),
    'only a zero byte': signed('\0'),
    'compressed, signed before': {
      bytes: gzipSync(body),
      headers: { 'x-paystack-signature': good, 'content-encoding': 'gzip' },
    },
    'deflated, signed before': {
      bytes: deflateSync(body),
      headers: { 'x-paystack-signature': good, 'content-encoding': 'deflate' },
    },
    'Brotli, signed before': {
      bytes: brotliCompressSync(body),
      headers: { 'x-paystack-signature': good, 'content-encoding': 'br' },
    },
    'a gzip bomb': { bytes: bomb, headers: { 'x-paystack-signature': good, 'content-encoding': 'gzip' } },
    'a form': withHeaders(
      { 'x-paystack-signature': good, 'content-type': 'application/x-www-form-urlencoded' },
      `body=${encodeURIComponent(body)}`,
    ),
    '10 MB, truly signed': { ...signed(large, sign(large)), status: 413 },
    '10 MB of unknown length, truly signed': { ...signed(large, sign(large)), status: 413 },
  }
}

async function send(
  name: string,
  { bytes, headers }: Attack,
  path = '/api/payment/webhook',
): Promise<{ status: number; ms: number }> {
  const given = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : new Uint8Array(bytes)
  const declared = name.includes('unknown length') ? {} : { 'content-length': String(given.length) }
  const started = performance.now()
  const response = await shop.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...declared, ...headers },
    body: name.includes('unknown length') ? new Blob([given]).stream() : given,
    duplex: 'half',
  } as RequestInit)
  const ms = performance.now() - started
  await response.text()
  return { status: response.status, ms }
}

/** Deliveries of each kind whose times are compared. */
const TIMED = sized({ quick: 50, whole: 2_000 })
/**
 * How much of what storing a true delivery costs, a refused one may cost, both beyond a call that does not exist: checking
 * the signature is hardly seen in it, a single question to the database a fifth. Next to other tests times mean less.
 */
const REFUSED_PART = sized({ quick: 0.5, whole: 0.1 })

/** Medians in ms of requests of the same size, sent in turn, so that a slow moment of the machine affects all alike. */
async function timeDeliveries(): Promise<Record<'unknown' | 'refused' | 'accepted', number>> {
  const times = { unknown: [] as number[], refused: [] as number[], accepted: [] as number[] }
  for (let round = 0; round < TIMED; round++) {
    const bytes = body.replace('{"a":1}', `{"a":${1_000_000 + round}}`)
    const signed = (key?: string) => ({ bytes, headers: { 'x-paystack-signature': sign(bytes, key) } })
    const unknown = await send('unknown', signed(), '/api/payment/none')
    const refused = await send('refused', signed('sk_test_other'))
    const accepted = await send('accepted', signed())
    expect([unknown.status, refused.status, accepted.status]).toEqual([404, 401, 200])
    times.unknown.push(unknown.ms)
    times.refused.push(refused.ms)
    times.accepted.push(accepted.ms)
  }
  return {
    unknown: median(times.unknown),
    refused: median(times.refused),
    accepted: median(times.accepted),
  }
}

test('hostile deliveries are refused, change nothing and cost little', async () => {
  await prove(async () => {
    const before = await everything()
    const attacks = Object.entries(listAttacks())
    const wrong: string[] = []
    const times: number[] = []
    for (const [name, attack] of attacks) {
      const { status, ms } = await send(name, attack)
      if (status !== (attack.status ?? 401)) wrong.push(`${name}: ${status}`)
      times.push(ms)
    }
    expect(wrong).toEqual([])
    expect(await everything()).toBe(before)
    const { unknown, refused, accepted } = await timeDeliveries()
    expect(refused - unknown).toBeLessThan((accepted - unknown) * REFUSED_PART)
    return {
      invariants: 'I13',
      what: 'Hostile deliveries to the webhook',
      count: attacks.length,
      unit: 'deliveries',
      found:
        `nothing changed; slowest ${Math.max(...times).toFixed(1)} ms of server time; ` +
        `medians of ${TIMED} each: refused ${refused.toFixed(2)} ms, accepted ${accepted.toFixed(2)} ms, ` +
        `an unknown path ${unknown.toFixed(2)} ms`,
    }
  })
})

/** Of each byte that are flipped. */
const BITS = sized({ quick: 1, whole: 8 })
/** How often each digit of the signature is changed. */
const PASSES = sized({ quick: 1, whole: 30 })
/** Two medians of the same thing differ by this part at most. Next to other tests only by chance do they agree. */
const HALVES_APART = sized({ quick: Number.POSITIVE_INFINITY, whole: 0.1 })

test('every bit of a signed delivery counts, and a wrong signature is refused wherever it differs', async () => {
  await prove(async () => {
    const before = await everything()
    const good = sign(body)
    const bytes = new TextEncoder().encode(body)
    let flips = 0
    const accepted: string[] = []
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < BITS; bit++) {
        const flipped = bytes.slice()
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
        flips += 1
        const { status } = await send('flip', { bytes: flipped, headers: { 'x-paystack-signature': good } })
        if (status !== 401) accepted.push(`byte ${at} bit ${bit}`)
      }
    }
    const times: Record<'first' | 'last', number[]> = { first: [], last: [] }
    const half = good.length / 2
    for (let pass = 0; pass < PASSES; pass++) {
      for (let step = 0; step < good.length; step++) {
        // Of both halves in turn.
        const at = step % 2 === 0 ? step / 2 : half + (step - 1) / 2
        const digit = good[at] === '0' ? '1' : '0'
        const changed = `${good.slice(0, at)}${digit}${good.slice(at + 1)}`
        flips += 1
        const { status, ms } = await send('flip', { bytes, headers: { 'x-paystack-signature': changed } })
        if (status !== 401) accepted.push(`digit ${at}`)
        times[at < half ? 'first' : 'last'].push(ms)
      }
    }
    const [first, last] = [median(times.first), median(times.last)]
    expect(Math.abs(first - last) / first).toBeLessThan(HALVES_APART)
    expect(accepted).toEqual([])
    expect(await everything()).toBe(before)
    // The unchanged delivery is accepted, so the others were not refused for another reason.
    expect((await send('honest', { bytes: body, headers: { 'x-paystack-signature': good } })).status).toBe(
      200,
    )
    await shop.jobs.runDue()
    await checkLedger(shop.db)
    return {
      invariants: 'I13',
      what: 'A signed delivery with one bit or one digit of its signature changed',
      count: flips,
      unit: 'flips',
      found: `all refused; medians of the first and second half of the signature ${first.toFixed(3)} and ${last.toFixed(3)} ms`,
    }
  })
})
