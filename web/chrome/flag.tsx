const FLAGS = {
  NG: (
    <>
      <path fill="#fff" d="M0 0h18v12H0z" />
      <path fill="#008751" d="M0 0h6v12H0zM12 0h6v12h-6z" />
    </>
  ),
  US: (
    <>
      <path fill="#fff" d="M0 0h18v12H0z" />
      <path stroke="#b22234" d="M0 .5h18m-18 2h18m-18 2h18m-18 2h18m-18 2h18m-18 2h18" />
      <path fill="#3c3b6e" d="M0 0h8v6H0z" />
      <path stroke="#fff" strokeDasharray=".8 1.2" strokeWidth=".8" d="M1 1.2h7M2 3h6M1 4.8h7" />
    </>
  ),
  UK: (
    <>
      <path fill="#012169" d="M0 0h18v12H0z" />
      <path stroke="#fff" strokeWidth="2.4" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#c8102e" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#fff" strokeWidth="4" d="M9 0v12M0 6h18" />
      <path stroke="#c8102e" strokeWidth="2.2" d="M9 0v12M0 6h18" />
    </>
  ),
}

export type Country = keyof typeof FLAGS

export function Flag({ country }: { country: Country }) {
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true" className="h-3 w-4.5 shrink-0">
      {FLAGS[country]}
    </svg>
  )
}
