package vesper.http.client;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.HttpVersion;
import vesper.http.fields.FieldLines;
import vesper.http.fields.FieldSection;

/** The header section of a response, checked by the rules of RFC 9113, section 8. */
final class ReceivedSection extends FieldSection {
    private static final int STATUS_DIGITS = 3;
    private static final int LEAST_STATUS = 100;

    private @Nullable String tooLarge;
    /** 0 until given. */
    private int status;

    ReceivedSection(ClientLimits limits) {
        super(limits.headBytes(), limits.headerLines());
    }

    ReceivedSection start() {
        forgetLast();
        tooLarge = null;
        status = 0;
        return this;
    }

    @Override
    protected boolean isRefused() {
        return tooLarge != null;
    }

    @Override
    protected void refuseBytes(int most) {
        tooLarge = "its head is larger than " + most + " bytes";
    }

    @Override
    protected void refuseLines(int most) {
        tooLarge = "its head has more than " + most + " header lines";
    }

    @Override
    protected void regular(AsciiString name, AsciiString value) {
        if (contentLength() == Long.MAX_VALUE) malformed("its Content-Length is no possible one");
        else store(name, value);
    }

    @Override
    protected void pseudo(AsciiString name, AsciiString value) {
        if (!name.contentEquals(":status")) malformed("it has a pseudo-header that no answer has");
        else if (lines().count() > 0) malformed("it has a pseudo-header after a regular field");
        else if (status != 0) malformed("it has more than one :status");
        else status(value);
    }

    private void status(AsciiString value) {
        int number = 0;
        for (int i = 0; i < value.length(); i++) {
            byte digit = value.byteAt(i);
            if (digit < '0' || digit > '9' || i == STATUS_DIGITS) {
                malformed("its :status is not three digits");
                return;
            }
            number = number * 10 + (digit - '0');
        }
        if (value.length() != STATUS_DIGITS) malformed("its :status is not three digits");
        else if (number < LEAST_STATUS) malformed("there is no status code below 100");
        else status = number;
    }

    /** Returns the rule that the section breaks as the head of a response, or null. */
    @Nullable
    String faultOfHead() {
        String malformed = malformed();
        if (malformed != null) return malformed;
        // A section above a limit was not read to its end, yet the status comes first.
        return status == 0 ? "it has no :status" : null;
    }

    /** Returns the rule that the section breaks as a trailer section, or null. */
    @Nullable
    String faultOfTrailers() {
        String malformed = malformed();
        if (malformed != null) return malformed;
        return status == 0 ? null : "it has a pseudo-header in its trailers";
    }

    /** Returns the limit that the section exceeds, or null. */
    @Nullable
    String excess() {
        return tooLarge;
    }

    ResponseHead head() {
        return new ResponseHead(status, HttpVersion.HTTP_2, fields(), contentLength(), false, true);
    }

    Headers fields() {
        FieldLines lines = lines();
        return lines.count() == 0 ? Headers.NONE : Headers.parsed(lines.bytes(), lines.bounds(), lines.count());
    }
}
