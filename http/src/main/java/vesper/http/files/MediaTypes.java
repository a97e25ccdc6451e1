package vesper.http.files;

import java.util.Locale;
import java.util.Map;

/** Media types by file name extension; text is UTF-8. */
final class MediaTypes {
    private static final String UNKNOWN = "application/octet-stream";

    private static final Map<String, String> BY_ENDING = Map.<String, String>ofEntries(
            text("html", "html"),
            text("htm", "html"),
            text("css", "css"),
            text("js", "javascript"),
            text("mjs", "javascript"),
            text("cjs", "javascript"),
            text("txt", "plain"),
            text("log", "plain"),
            text("md", "markdown"),
            text("csv", "csv"),
            text("tsv", "tab-separated-values"),
            text("ics", "calendar"),
            text("vcf", "vcard"),
            text("vtt", "vtt"),
            text("yaml", "yaml"),
            text("yml", "yaml"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("geojson", "application/geo+json"),
            Map.entry("jsonld", "application/ld+json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("xml", "application/xml"),
            Map.entry("xsd", "application/xml"),
            Map.entry("xsl", "application/xslt+xml"),
            Map.entry("xhtml", "application/xhtml+xml"),
            Map.entry("rss", "application/rss+xml"),
            Map.entry("atom", "application/atom+xml"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("zip", "application/zip"),
            Map.entry("gz", "application/gzip"),
            Map.entry("tgz", "application/gzip"),
            Map.entry("zst", "application/zstd"),
            Map.entry("tar", "application/x-tar"),
            Map.entry("7z", "application/x-7z-compressed"),
            Map.entry("jar", "application/java-archive"),
            Map.entry("epub", "application/epub+zip"),
            Map.entry("rtf", "application/rtf"),
            Map.entry("doc", "application/msword"),
            Map.entry("xls", "application/vnd.ms-excel"),
            Map.entry("ppt", "application/vnd.ms-powerpoint"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            Map.entry("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
            Map.entry("odt", "application/vnd.oasis.opendocument.text"),
            Map.entry("ods", "application/vnd.oasis.opendocument.spreadsheet"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("apng", "image/apng"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"),
            Map.entry("avif", "image/avif"),
            Map.entry("bmp", "image/bmp"),
            Map.entry("tif", "image/tiff"),
            Map.entry("tiff", "image/tiff"),
            Map.entry("ico", "image/vnd.microsoft.icon"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("ogg", "audio/ogg"),
            Map.entry("opus", "audio/ogg"),
            Map.entry("wav", "audio/wav"),
            Map.entry("flac", "audio/flac"),
            Map.entry("m4a", "audio/mp4"),
            Map.entry("weba", "audio/webm"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("m4v", "video/mp4"),
            Map.entry("webm", "video/webm"),
            Map.entry("ogv", "video/ogg"),
            Map.entry("mov", "video/quicktime"),
            Map.entry("woff", "font/woff"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("ttf", "font/ttf"),
            Map.entry("otf", "font/otf"));

    private MediaTypes() {}

    private static Map.Entry<String, String> text(String ending, String subtype) {
        return Map.entry(ending, "text/" + subtype + ";charset=utf-8");
    }

    static String of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return BY_ENDING.getOrDefault(fileName.substring(dot + 1).toLowerCase(Locale.ROOT), UNKNOWN);
    }
}
