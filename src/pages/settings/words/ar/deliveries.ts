import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('ar')

export const deliveries = {
  title: 'عمليات الإرسال',
  lead: 'ما أُرسل إلى هذا الويب هوك خلال آخر 30 يومًا، وما أجاب به خادمك.',
  which: 'أي عمليات الإرسال',
  last: 'آخر عمليات الإرسال',
  kept: 'تُحفظ 30 يومًا.',
  all: 'كل عمليات الإرسال',
  redelivered: 'الحدث في طريقه من جديد. أعد تحميل هذه الصفحة لترى الجواب.',
  filters: { all: 'الكل', failed: 'فشلت', pending: 'في الانتظار' },
  titles: { all: 'كل عمليات الإرسال', failed: 'عمليات الإرسال الفاشلة', pending: 'عمليات الإرسال في الانتظار' },
  none: {
    all: 'لم يُرسل شيء خلال آخر 30 يومًا',
    failed: 'لا توجد عمليات إرسال فاشلة',
    pending: 'لا توجد عمليات إرسال في الانتظار',
  },
  nothingSent: 'لم يُرسل شيء بعد',
  nothingSentHelp: 'أرسل حدثًا تجريبيًا لترى هل يستقبله خادمك.',
  status: { delivered: 'وصل', failed: 'فشل', waiting: 'في الانتظار', retrying: 'تُعاد المحاولة' },
  queued: (ago: Child) => rich`أُضيف إلى الانتظار: ${ago}`,
  milliseconds: (count: string) => `${count} ملي ثانية`,
  attempts: (count: number) =>
    plural(count, {
      one: 'محاولة واحدة',
      two: 'محاولتان',
      few: `${count} محاولات`,
      many: `${count} محاولة`,
      other: `${count} محاولة`,
    }),
  nextAttempt: (until: Child) => rich`المحاولة التالية ${until}`,
  allAttempts: 'كل المحاولات',
  redeliver: 'إعادة الإرسال',
  sent: 'ما أُرسل',
  answered: 'ما أجاب به خادمك',
  errors: {
    timeout: 'لا جواب في الوقت المحدد',
    connection_failed: 'تعذّر الاتصال',
    redirected: 'أُعيد التوجيه',
    rejected: 'مرفوض',
    gone: 'العنوان لم يعد موجودًا',
    unsafe_address: 'عنوان غير مسموح به',
    secret_unreadable: 'تعذّرت قراءة المفتاح السري',
    webhook_disabled: 'متوقف',
    unconfirmed: 'النتيجة غير معروفة',
  },
}
