/** The event on the window by which the script says that it has taken the page over: from then on its buttons work. */
export const TAKEN_OVER = 'takenover'
