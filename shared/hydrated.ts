/** The event on the window after hydration: from then on the page's buttons work. */
export const HYDRATED = 'hydrated'
