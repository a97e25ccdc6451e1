package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;

/** A parser of a connection's bytes that uses Jetty's {@link HttpParser}, as strictly as possible. */
final class JettyParser implements HttpParser.RequestHandler {
    private static final int MOST = 1 << 20;

    private final List<Message> messages = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();
    private String method = "";
    private String target = "";
    private StringBuilder content = new StringBuilder();
    private boolean refused;

    private JettyParser() {}

    static Understood read(byte[] bytes) {
        JettyParser reading = new JettyParser();
        HttpParser parser = new HttpParser(reading, MOST, HttpCompliance.RFC9110);
        ByteBuffer input = ByteBuffer.wrap(bytes);
        while (input.hasRemaining() && !reading.refused) {
            boolean whole = parser.parseNext(input);
            if (!whole && !input.hasRemaining()) break;
            if (parser.isComplete()) parser.reset();
        }
        return new Understood(List.copyOf(reading.messages), reading.refused);
    }

    @Override
    public void messageBegin() {
        fields.clear();
        content = new StringBuilder();
    }

    @Override
    public void startRequest(String asked, String uri, org.eclipse.jetty.http.HttpVersion version) {
        method = asked;
        target = uri;
    }

    @Override
    public void parsedHeader(HttpField field) {
        fields.add(field.getName());
        fields.add(field.getValue() == null ? "" : field.getValue());
    }

    @Override
    public boolean headerComplete() {
        return false;
    }

    @Override
    public boolean content(ByteBuffer piece) {
        content.append(ISO_8859_1.decode(piece));
        return false;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        messages.add(Message.of(method, target, fields, content.toString()));
        return true;
    }

    @Override
    public void badMessage(HttpException failure) {
        refused = true;
    }

    @Override
    public void earlyEOF() {
        refused = true;
    }
}
