package vesper.records.watching;

import java.util.function.Function;

/** A message that carries an alert's notice to its webhook. */
record NoticeMessage(AlertNotice notice, Function<Object, byte[]> text) implements Message {
    @Override
    public byte[] json() {
        return text.apply(notice);
    }

    @Override
    public String name() {
        return "the notice of " + notice.at();
    }

    @Override
    public void over() {
        // Nothing to mark: notices are not kept across restarts.
    }
}
