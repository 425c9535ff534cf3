import { SHOP_PROGRAM } from '../../../scripts/shop-process.mjs'
import { type Child, spawnChild } from './child.ts'

/** One process of the shop, as `npm start` runs it. */
export type ShopProcess = Pick<Child, 'tell' | 'kill' | 'freeze' | 'ended' | 'hasEnded'> & {
  url: string
  port: number
  /** Since the last call: log lines of level warn and above, and all output that is not a log line, such as a crash. */
  complaints: () => string[]
}

const WARN = 40
/** What it says to its owner while it starts: its progress, its address, and the link to the admin. */
const SAID = /^([A-Z].* (is open at|…)|Run the shop: | {2}owner |Others: )/

/** Resolves once it serves. `aheadMs`: how far its clock is ahead of the machine's. */
export async function openShopProcess(env: Record<string, string>, aheadMs: number): Promise<ShopProcess> {
  const settings = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DEMO_CATALOGUE: 'off' }
  const child = spawnChild(
    SHOP_PROGRAM,
    { ...settings, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...env },
    aheadMs,
  )
  const url = await child.until((line) =>
    typeof line === 'string' ? / is open at (\S+)$/.exec(line)?.[1] : undefined,
  )
  return {
    url,
    port: Number(new URL(url).port),
    complaints: () => child.lines.splice(0).filter((line) => !SAID.test(line) && levelOf(line) >= WARN),
    tell: child.tell,
    ended: child.ended,
    kill: child.kill,
    freeze: child.freeze,
    hasEnded: child.hasEnded,
  }
}

function levelOf(line: string): number {
  if (!line.startsWith('{')) return WARN
  return (JSON.parse(line) as { level: number }).level
}
