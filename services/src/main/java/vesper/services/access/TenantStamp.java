package vesper.services.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/** Writes the tenant of the caller into a JSON object, and leaves everything else in it as it was written. */
public final class TenantStamp {
    private static final JsonFactory JSON = new JsonFactory();

    private TenantStamp() {}

    /**
     * Returns the text with the tenant in the member. A text that has the member already, or that is no JSON object,
     * comes back as it is: the rules decide on it.
     */
    public static byte[] on(byte[] json, String member, String tenant) {
        int brace = startOfObjectWithout(json, member);
        if (brace < 0) return json;
        var stamped = new ByteArrayOutputStream(json.length + member.length() + tenant.length() + 8);
        stamped.write(json, 0, brace + 1);
        stamped.writeBytes(("\"" + quoted(member) + "\":\"" + quoted(tenant) + "\"" + (isEmpty(json, brace) ? "" : ","))
                .getBytes(UTF_8));
        stamped.write(json, brace + 1, json.length - brace - 1);
        return stamped.toByteArray();
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }

    /** Returns the index of the opening brace; -1 if the text is no object, or has the member. */
    private static int startOfObjectWithout(byte[] json, String member) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) return -1;
            int brace = (int) parser.currentTokenLocation().getByteOffset();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                if (parser.currentName().equals(member)) return -1;
                parser.nextToken();
                parser.skipChildren();
            }
            return brace;
        } catch (JacksonException _) {
            return -1;
        }
    }

    private static boolean isEmpty(byte[] json, int brace) {
        for (int i = brace + 1; i < json.length; i++) if (!Character.isWhitespace(json[i])) return json[i] == '}';
        return true;
    }
}
