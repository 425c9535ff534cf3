import type { Client } from 'pg'
import { Refusal } from '#server/refusal.ts'
import { SESSION_LIMITS_MS } from './pool.ts'

/**
 * Behind a pooler the session limits are settings of the role in this database: they need no statement per connection
 * and apply to everything the shop does there. `direct` connects to the server itself, as a role that may alter `role`.
 */
export async function setRoleLimits(direct: Client, role: string): Promise<void> {
  const { rows } = await direct.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s
      join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
      where r.rolname = $1 and d.datname = current_database()`,
    [role],
  )
  const current = new Set(rows.map((row) => row.setting))
  const { rows: names } = await direct.query<{ database: string }>(`select current_database() as database`)
  const database = names[0]?.database ?? ''
  for (const [name, ms] of Object.entries(SESSION_LIMITS_MS)) {
    if (current.has(`${name}=${ms}`)) continue
    const statement = `alter role ${direct.escapeIdentifier(role)} in database ${direct.escapeIdentifier(database)} set ${name} = ${ms}`
    await direct.query(statement).catch((error: unknown) => {
      throw new Refusal(
        `The role in DATABASE_DIRECT_URL may not set the limits that the shop needs behind a pooler. Let an administrator of the database run: ${statement}`,
        { cause: error },
      )
    })
  }
}
