import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { orders } from '#server/db/schema/order.ts'
import { addresses, users } from '#server/db/schema/person.ts'
import { isOrderOf } from '#server/order/ownership.ts'
import type { AddressForm, SavedAddress } from '#shared/contract/address.ts'
import { ADDRESSES_LISTED_MAX } from '#shared/limits.ts'

/** Two addresses are one if they say the same. Stays with a removed one, so that its orders do not bring it back. */
const CONTENT = sql`md5(concat_ws(E'\\n', full_name, phone, address, city, state))`

/** The user's addresses: those of their paid orders, and as corrected since. The default first, then the last used. */
export async function listAddressesOf(db: Database, userId: string): Promise<SavedAddress[]> {
  await addFromOrders(db, userId)
  const { id, fullName, phone, address, state, city } = addresses
  const rows = await db
    .select({ id, fullName, phone, address, state, city })
    .from(addresses)
    .where(isKept(userId))
    .orderBy(sql`${addresses.chosenAt} desc nulls last`, desc(addresses.usedAt))
    .limit(ADDRESSES_LISTED_MAX)
  return rows.map((row, place) => ({ ...row, isDefault: place === 0 }))
}

const isKept = (userId: string) => and(eq(addresses.userId, userId), eq(addresses.removed, false))

async function addFromOrders(db: Database, userId: string): Promise<void> {
  await db.execute(sql`
    insert into ${addresses} (id, user_id, content, full_name, phone, address, city, state, used_at)
    select distinct on (content) replace(gen_random_uuid()::text, '-', ''), ${userId}, content, full_name, phone, address, city, state, confirmed_at
    from (select ${CONTENT} as content, full_name, phone, address, city, state, confirmed_at from ${orders}
      where ${isOrderOf(db, userId)} and ${orders.status} = 'paid' and ${orders.address} <> '') sent
    order by content, confirmed_at desc
    on conflict (user_id, content) do update set used_at = excluded.used_at
      where addresses.used_at < excluded.used_at and not addresses.removed`)
}

/** False if the user has no such address. */
export function changeAddressOf(
  db: Database,
  userId: string,
  id: string,
  { address, isDefault, now }: { address: AddressForm | undefined; isDefault: boolean; now: Date },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const known = await lockAddress(tx, userId, id)
    if (known === undefined) return false
    const chosenAt = isDefault ? now : known.chosenAt
    if (address === undefined) {
      await tx.update(addresses).set({ chosenAt }).where(eq(addresses.id, id))
      return true
    }
    await blank(tx, id)
    const { fullName, phone, city, state } = address
    await tx
      .insert(addresses)
      .values({
        id: newId(),
        userId,
        content: sql`md5(concat_ws(E'\\n', ${fullName}::text, ${phone}::text, ${address.address}::text, ${city}::text, ${state}::text))`,
        ...address,
        usedAt: known.usedAt,
        chosenAt,
      })
      .onConflictDoUpdate({
        target: [addresses.userId, addresses.content],
        set: { ...address, removed: false, chosenAt },
      })
    return true
  })
}

/** False if the user has no such address. */
export function removeAddressOf(db: Database, userId: string, id: string): Promise<boolean> {
  return transact(db, async (tx) => {
    if ((await lockAddress(tx, userId, id)) === undefined) return false
    await blank(tx, id)
    return true
  })
}

/** The account's row is locked first: what changes a user's addresses runs one after the other. */
async function lockAddress(tx: Database, userId: string, id: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const rows = await tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), isKept(userId)))
  return rows[0]
}

/** Of a removed address nothing is kept that can be read. */
async function blank(tx: Database, id: string): Promise<void> {
  const nothing = { fullName: '', phone: '', address: '', city: '', state: '', chosenAt: null }
  await tx
    .update(addresses)
    .set({ ...nothing, removed: true })
    .where(eq(addresses.id, id))
}
