/** The day and the minute of a time, as the service writes it. */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
