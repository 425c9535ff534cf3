import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppEnv } from '#server/http/router.ts'
import type { JobHandler, Jobs } from '#server/jobs/queue.ts'
import { checkDuePayments, definePaymentWork } from '#server/payment/settle/reconcile.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { type Actor, openActor } from '#test/support/held-actor.ts'
import { seedPlace } from '#test/support/purchase.ts'
import { openTestShop, signEvent, type TestShop } from '#test/support/shop.ts'
import { logTransitions } from '#test/support/transition-log.ts'

/** The sources that report a payment to the shop. */
export const SOURCES = ['redirect', 'webhook', 'duplicate webhook', 'reconciler', 'expiry'] as const
export type Source = (typeof SOURCES)[number]
/** One of the five, with its own connection, its own app, and its own worker for the events that it receives. */
export type Party = { actor: Actor; dependencies: Dependencies; app: Hono<AppEnv>; settleEvent: JobHandler }

async function openParty(shop: TestShop, observer: pg.Client): Promise<Party> {
  const actor = await openActor(shop.databaseUrl, observer)
  const handlers = new Map<string, JobHandler>()
  const jobs: Jobs = {
    ...shop.jobs,
    define: (queue, _options, handler) => void handlers.set(queue, handler),
    repeat: () => {},
    // Events are settled by the proof itself; other jobs go to the shop's queue.
    send: async (tx, queue, data) =>
      queue === 'provider-event' ? undefined : shop.jobs.send(tx, queue, data),
  }
  const dependencies = { ...shop, sandbox: shop.sandbox.app, db: actor.db, jobs }
  definePaymentWork(dependencies)
  const settleEvent = handlers.get('provider-event')
  if (settleEvent === undefined) throw new Error('Nobody settles events')
  return { actor, dependencies, app: createApp(dependencies), settleEvent }
}

/** A shop on a real PostgreSQL with a movable clock, and the five parties. The provider sends no events by itself. */
export type Scene = { shop: TestShop; parties: Record<Source, Party>; close: () => Promise<void> }

export async function openScene(): Promise<Scene> {
  const shop = await openTestShop()
  shop.settings.rateLimits = false
  // Each of the five has one connection, so its sweeps check one payment after another.
  shop.settings.paymentChecksPerS = 2
  await seedPlace(shop.db)
  await logTransitions(shop.db)
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const observer = new pg.Client({ connectionString: shop.databaseUrl })
  await observer.connect()
  const opened = await Promise.all(
    SOURCES.map(async (source) => [source, await openParty(shop, observer)] as const),
  )
  const parties = Object.fromEntries(opened) as Record<Source, Party>
  return {
    shop,
    parties,
    close: async () => {
      for (const [, { actor }] of opened) await actor.close()
      await observer.end()
      await shop.close()
    },
  }
}

/** Delivers the provider's event to a party's app; returns its id. */
export async function takeEvent({ shop }: Scene, party: Party, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-paystack-signature': signEvent(body),
  }
  const response = await party.app.request('/api/payment/webhook', { method: 'POST', headers, body })
  if (response.status !== 200) throw new Error(`The event got the response ${response.status}`)
  const [event] = await rowsOf<{ id: string }>(
    shop.db,
    sql`select id from provider_events where body = ${body}`,
  )
  return Number(event?.id)
}

/** What each of the five does about a payment, once its event has arrived. */
export function workOf(
  party: Party,
  reference: string,
  eventId: number,
): Record<Source, () => Promise<void>> {
  const settleEvent = () => party.settleEvent({ id: eventId })
  return {
    redirect: async () => {
      const response = await party.app.request(`/api/payment/verify/${reference}`)
      if (response.status !== 200) throw new Error(`The redirect got the response ${response.status}`)
    },
    webhook: settleEvent,
    'duplicate webhook': settleEvent,
    reconciler: () => checkDuePayments(party.dependencies),
    // The same sweep in another process that took the same payment, after the first claim had expired.
    expiry: async () => void (await settle(party.dependencies, reference, 'reconciler')),
  }
}
