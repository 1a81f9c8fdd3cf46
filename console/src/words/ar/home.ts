import type { Words } from '../en.ts'

export const home: Words['home'] = {
  sales: 'المبيعات',
  today: 'اليوم',
  yesterday: 'أمس',
  week: 'آخر 7 أيام',
  week_before: 'الأيام السبعة قبلها',
  to_do: 'بانتظارك',
  to_confirm: 'بانتظار التأكيد',
  to_pack: 'بانتظار التجهيز',
  to_ship: 'بانتظار الشحن',
  to_collect: 'مبالغ لم تُحصَّل بعد',
  low_stock: 'مخزون منخفض',
  conversations_waiting: 'عملاء ينتظرون ردًا',
  first_steps: 'الخطوات الأولى',
  steps_done: (done, all) => `اكتمل ${done} من ${all}`,
  steps: {
    store: { title: 'حدّد بلد متجرك', help: 'لتُقرأ أرقام الهواتف فيه بلا رمز الدولة' },
    product: { title: 'أضف أول منتج', help: 'استورد ملفًا، أو اطلب من مساعدك إضافته' },
    delivery: { title: 'جهّز التوصيل', help: 'طرق التوصيل ومناطقه وأسعاره' },
    publish: { title: 'انشر متجرك الإلكتروني', help: 'لن يراه أحد قبل ذلك' },
    channel: { title: 'اربط قناة', help: 'واتساب وإنستغرام وماسنجر والبريد في صندوق واحد' },
    invitation: { title: 'ادعُ فريقك', help: 'لكل شخص صلاحياته' },
    assistant: { title: 'اربط مساعدًا ذكيًا', help: 'Claude أو ChatGPT أو Cursor: الصق رابطًا واحدًا ثم سجّل الدخول' },
  },
}
