/** Resource usage of processes, read from /proc; undefined where there is none (everywhere but Linux). */
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const MS_PER_TICK = 10
/** Fields of /proc/PID/stat, counted from after the program's name. */
const PARENT = 1
const USER_TICKS = 11
const ENDED_CHILDREN_SYSTEM_TICKS = 14

/** Processor time of a process in milliseconds. */
export function cpuMsOf(pid: number): number | undefined {
  const fields = readStat(pid)
  if (fields === undefined) return undefined
  return (Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1])) * MS_PER_TICK
}

/** Processor time of a process and all its descendants, including those that have exited. */
export function cpuMsOfFamily(pid: number): number | undefined {
  const own = readStat(pid)
  if (own === undefined) return undefined
  const ticks = own
    .slice(USER_TICKS, ENDED_CHILDREN_SYSTEM_TICKS + 1)
    .reduce((sum, field) => sum + Number(field), 0)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(Number(name))?.[PARENT] === String(pid))
    .map((name) => cpuMsOfFamily(Number(name)) ?? 0)
  return children.reduce((sum, ms) => sum + ms, ticks * MS_PER_TICK)
}

export function parentOf(pid: number): number | undefined {
  const parent = readStat(pid)?.[PARENT]
  return parent === undefined ? undefined : Number(parent)
}

/** Resident memory of a process. */
export function residentBytesOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

function readStat(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
