/** The day and the minute of a time, as the service writes it. */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** The minute alone, where the day is said above. */
export const timeOfDay = (time: string): string => `${time.slice(11, 16)} UTC`;
