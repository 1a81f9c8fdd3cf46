/** For a filter by something that none of a person's stores has, whatever it is. */
export const absentInArabic = 'لا يوجد في متاجرك ما تبحث به. غيّر التصفية أو امسحها.'
