import { expect } from 'vitest'
import type { Journey, Person } from './journey-type.ts'
import { type Line, orderBody, person } from './shopper.ts'

/** Somebody has started to pay for this, as a guest unless a session's token is given; returns the reference. */
export async function startOrder(
  journey: Journey,
  line: Line,
  email: string,
  token?: string,
  typed: Partial<Person> = {},
): Promise<string> {
  const body = await orderBody(journey, line, { ...person(email), ...typed })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const started = await journey.ask<{ data: { reference: string } }>(
    'POST',
    '/api/payment/initialize',
    body,
    headers,
  )
  expect(started.status).toBe(200)
  return started.body.data.reference
}

/** The same, and has paid. */
export async function placePaidOrder(
  journey: Journey,
  line: Line,
  email: string,
  token?: string,
  typed?: Partial<Person>,
): Promise<string> {
  const reference = await startOrder(journey, line, email, token, typed)
  await journey.sandbox('/__advance', { reference, status: 'success' })
  const status = async () => (await readPayment(journey, reference)).status
  await expect.poll(status, { timeout: 15_000 }).toBe('paid')
  return reference
}

type ShownPayment = { status: string; order: { _id: string } }

export async function readPayment(journey: Journey, reference: string): Promise<ShownPayment> {
  const path = `/api/payment/verify/${reference}`
  return (await journey.ask<{ payment: ShownPayment }>('GET', path)).body.payment
}
