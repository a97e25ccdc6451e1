package vesper.records.watching;

import java.util.function.Function;

/** What an alert's webhook is told. */
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
        // Begun or over is not said again.
    }
}
