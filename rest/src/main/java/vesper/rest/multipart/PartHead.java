package vesper.rest.multipart;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.PercentEncoding;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * The header fields of a part (RFC 7578, section 4).
 *
 * @param name of the form field
 * @param statedFileName as the client sent it, without folders; null for a field that is not a file
 * @param statedType its {@code Content-Type}, null if it has none
 */
record PartHead(
        String name,
        @Nullable String statedFileName,
        @Nullable String statedType) {
    private static final String UTF_8_VALUE = "utf-8''";

    /**
     * Parses header fields, whose names are in lower case.
     *
     * @throws RefusedException if they are malformed or declare an unsupported transfer encoding
     */
    static PartHead of(Map<String, String> fields, UploadLimits limits) throws RefusedException {
        String disposition = fields.get("content-disposition");
        if (disposition == null) throw malformed("a part has no Content-Disposition");
        rejectTransferEncoding(fields.getOrDefault("content-transfer-encoding", "binary"));
        try {
            FieldParameters parsed = FieldParameters.parse(disposition);
            if (!parsed.value().equals("form-data")) throw malformed("a part is not form-data");
            String name = parsed.parameters().get("name");
            if (name == null) throw malformed("a part has no name");
            return new PartHead(name, fileName(parsed.parameters(), limits), fields.get("content-type"));
        } catch (IllegalArgumentException e) {
            throw malformed("Content-Disposition is malformed: " + e.getMessage());
        }
    }

    Optional<String> fileName() {
        return Optional.ofNullable(statedFileName);
    }

    Optional<String> contentType() {
        return Optional.ofNullable(statedType);
    }

    private static void rejectTransferEncoding(String coding) throws RefusedException {
        switch (coding.strip().toLowerCase(Locale.ROOT)) {
            case "binary", "8bit", "7bit" -> {}
            default -> throw new RefusedException(new Refusal(415, "a part has a Content-Transfer-Encoding"));
        }
    }

    /** Returns the file name without folders, which belong to the client and must not be used as a path here. */
    private static @Nullable String fileName(Map<String, String> parameters, UploadLimits limits)
            throws RefusedException {
        String stated = parameters.get("filename");
        if (stated == null) stated = extended(parameters.get("filename*"));
        if (stated == null) return null;
        if (stated.length() > limits.fileNameLength())
            throw new RefusedException(
                    new Refusal(413, "a file name is longer than " + limits.fileNameLength() + " characters"));
        if (stated.chars().anyMatch(Character::isISOControl)) throw malformed("a file name has a control character");
        return stated.substring(Math.max(stated.lastIndexOf('/'), stated.lastIndexOf('\\')) + 1);
    }

    /** Decodes {@code filename*} (RFC 8187). Form data must not contain it, but some clients send it. */
    private static @Nullable String extended(@Nullable String value) throws RefusedException {
        if (value == null) return null;
        if (!value.regionMatches(true, 0, UTF_8_VALUE, 0, UTF_8_VALUE.length()))
            throw malformed("filename* is not UTF-8");
        return PercentEncoding.decode(value.substring(UTF_8_VALUE.length()));
    }

    private static RefusedException malformed(String detail) {
        return new RefusedException(new Refusal(400, "The upload is malformed: " + detail));
    }
}
