package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parser of a connection's bytes that uses {@link HeadParser} and {@link BodyDecoder}, part by part. */
final class OurParser {
    private final HeadParser parser = new HeadParser(HttpLimits.DEFAULTS);
    private final List<Message> messages = new ArrayList<>();
    private final byte[] bytes;
    private int position;
    private boolean refused;
    private @Nullable RequestHead head;
    private @Nullable BodyDecoder decoder;
    private ByteArrayOutputStream content = new ByteArrayOutputStream();

    private OurParser(byte[] bytes) {
        this.bytes = bytes;
    }

    static Understood atOnce(byte[] bytes) {
        return cutAt(bytes, bytes.length);
    }

    static Understood cutAt(byte[] bytes, int cut) {
        OurParser reading = new OurParser(bytes);
        reading.readTo(cut);
        reading.readTo(bytes.length);
        return reading.understood();
    }

    static Understood byteByByte(byte[] bytes) {
        OurParser reading = new OurParser(bytes);
        for (int to = 1; to <= bytes.length; to++) reading.readTo(to);
        return reading.understood();
    }

    private Understood understood() {
        return new Understood(List.copyOf(messages), refused);
    }

    private void readTo(int to) {
        boolean goesOn = true;
        while (goesOn && !refused && position < to) goesOn = decoder == null ? readHead(to) : readContent(decoder, to);
    }

    private boolean readHead(int to) {
        switch (parser.parse(bytes, position, to)) {
            case HeadParser.Refused _ -> refused = true;
            case HeadParser.Incomplete _ -> {
                return false;
            }
            case RequestHead complete -> {
                head = complete;
                position = complete.end();
                decoder = new BodyDecoder(complete, HttpLimits.DEFAULTS);
                content = new ByteArrayOutputStream();
                if (decoder.isDone()) messageIsWhole(complete);
            }
        }
        return true;
    }

    private boolean readContent(BodyDecoder current, int to) {
        position = current.decode(bytes, position, to, new Collecting());
        refused = current.refusal() != null;
        if (!current.isDone() || head == null) return false;
        messageIsWhole(head);
        return true;
    }

    private void messageIsWhole(RequestHead complete) {
        List<String> fields = new ArrayList<>();
        complete.headers().forEach((name, value) -> fields.addAll(List.of(name, value)));
        String target = complete.path() + (complete.query().isEmpty() ? "" : "?" + complete.query());
        messages.add(Message.of(complete.method().name(), target, fields, content.toString(ISO_8859_1)));
        decoder = null;
    }

    private final class Collecting implements BodySink {
        @Override
        public void content(byte[] bytes, int from, int to) {
            content.write(bytes, from, to - from);
        }

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    }
}
