import type { start as english } from '../en/start.ts'

export const start: typeof english = {
  title: 'أهلًا بك',
  lead: 'لست عضوًا في أي متجر بعد. أنشئ متجرًا، أو اطلب من مالك متجر أن يدعوك.',
  invitations: 'الدعوات',
  invited: (by, role) => `يدعوك ${by} بصفة: ${role}`,
  invited_by_nobody: (role) => `أنت مدعو بصفة: ${role}`,
  accept: 'قبول',
  decline: 'رفض',
  unconfirmed: 'ستظهر هنا الدعوات المرسلة إلى بريدك بعد أن يؤكد مزوّد الهوية أنه بريدك.',
  create: 'إنشاء متجر',
  name: 'الاسم',
  name_help: 'الاسم الذي يعرف به العملاء متجرك',
  currency: 'العملة',
  currency_help: 'عملة الأسعار والطلبات، ولا يمكن تغييرها بعد أول طلب.',
  timezone: 'المنطقة الزمنية',
  timezone_help: 'تحدد بداية اليوم في القوائم والتقارير',
  choose: 'اكتب للبحث',
  roles: { owner: 'مالك', admin: 'مدير', staff: 'موظف', viewer: 'مُطّلع' },
}
