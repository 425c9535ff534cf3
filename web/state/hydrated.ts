/** The event on the window after which the page's buttons work. */
export const HYDRATED = 'hydrated'
