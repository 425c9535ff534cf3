import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'
import { ShopError } from '#shared/errors.ts'
import { type By, recordAct } from './store.ts'

/** Something that the owner decides: JSON in the table of settings, under a key of its own. */
export type OwnerSetting<T extends object> = {
  key: string
  schema: z.ZodType<T>
  byDefault: T
  /** Of its changes in the audit log. */
  action: string
  subject: string
}

/** What its schema no longer accepts counts as not set: payments are settled in transactions that read settings. */
export async function readSetting<T extends object>(db: Database, setting: OwnerSetting<T>): Promise<T> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, setting.key))
  return parse(setting, row?.value)
}

function parse<T extends object>({ schema, byDefault }: OwnerSetting<T>, value = '{}'): T {
  return schema.safeParse({ ...byDefault, ...JSON.parse(value) }).data ?? byDefault
}

/**
 * Changes what is named, if anything is, and returns everything as it is then. `shown` is what whoever decides has seen of it:
 * CHANGED_MEANWHILE, with what it is now, if that is no longer so. Throws ZodError at what the schema does not accept.
 */
export async function changeSetting<T extends object>(
  tx: Database,
  setting: OwnerSetting<T>,
  by: By,
  { wanted, shown = {} }: { wanted: Partial<T>; shown?: Partial<T> },
  now: Date,
): Promise<T> {
  const { key, schema, action, subject } = setting
  const isIt = eq(settings.key, key)
  await tx.insert(settings).values({ key, value: '{}' }).onConflictDoNothing()
  const [row] = await tx.select({ value: settings.value }).from(settings).where(isIt).for('update')
  const before = parse(setting, row?.value)
  if (!isDeepStrictEqual({ ...before, ...shown }, before))
    throw new ShopError('CHANGED_MEANWHILE', 'Somebody changed this meanwhile. Please look again.', {
      details: before,
    })
  const after = schema.parse({ ...before, ...wanted })
  const fields = Object.keys(after) as (keyof T)[]
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return before
  await tx
    .update(settings)
    .set({ value: JSON.stringify(after) })
    .where(isIt)
  const details = Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
  await recordAct(tx, { ...by, action, subject, details }, now)
  return after
}
