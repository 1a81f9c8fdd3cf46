/** For a filter by something that none of a person's stores has, whatever it is. */
export const absentInArabic = 'القيمة المختارة في التصفية غير موجودة في متاجرك. غيّرها أو امسحها.'
