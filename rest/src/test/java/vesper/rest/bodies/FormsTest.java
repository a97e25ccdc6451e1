package vesper.rest.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import vesper.rest.Services;

/** Binding of forms and uploads. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FormsTest {
    private static final String[] FORM = {"Content-Type", "application/x-www-form-urlencoded"};
    private static final String[] UPLOAD = {"Content-Type", "multipart/form-data; boundary=XX"};

    public record Meta(String title, int pages) {}

    @RestController
    public static class Forms {
        @PostMapping("names")
        public List<String> names(@RequestParam("name") List<String> names) {
            return names;
        }

        @PostMapping("map")
        public Map<String, String> map(@RequestParam Map<String, String> all) {
            return all;
        }

        @PostMapping("body")
        public MultiValueMap<String, String> body(@RequestBody MultiValueMap<String, String> all) {
            return all;
        }

        @PostMapping("size")
        public int size(@RequestParam Map<String, String> all) {
            return all.size();
        }

        @PostMapping("file")
        public String file(@RequestParam("file") MultipartFile file, @RequestParam("note") String note)
                throws Exception {
            return file.getName() + "|" + file.getOriginalFilename() + "|" + file.getContentType() + "|"
                    + file.getSize() + "|" + new String(file.getBytes(), "UTF-8") + "|" + note;
        }

        @PostMapping("files")
        public int files(@RequestPart("file") List<MultipartFile> files, @RequestPart("file") MultipartFile[] array) {
            return files.size() + array.length;
        }

        @PostMapping("optional")
        public boolean optional(@RequestParam("file") Optional<MultipartFile> file) {
            return file.isPresent();
        }

        @PostMapping("meta")
        public String meta(@RequestPart("meta") Meta meta, @RequestPart("text") String text) {
            return meta.title() + meta.pages() + text;
        }
    }

    private final Services services = Services.of(new Forms());

    @Test
    void the_fields_of_a_form_come_after_those_of_the_query() {
        assertThat(services.post("/api/names?name=a&name=b", "name=c+d&name=%E2%82%AC", FORM)
                        .body())
                .isEqualTo("[\"a\",\"b\",\"c d\",\"\u20ac\"]");
        assertThat(services.post("/api/map?q=1", "a=1&a=2&b", FORM).body())
                .isEqualTo("{\"q\":\"1\",\"a\":\"1\",\"b\":\"\"}");
        assertThat(services.post("/api/body", "a=1&a=2", FORM).body()).isEqualTo("{\"a\":[\"1\",\"2\"]}");
    }

    @Test
    void what_is_no_form_encoding_or_no_UTF_8_is_refused() {
        for (String bad : List.of("a=%", "a=%4", "a=%zz", "%=a", "a=%ff", "a=%C0%80", "a=%ED%A0%80")) {
            Services.Answer answer = services.post("/api/map", bad, FORM);
            assertThat(answer.status()).as(bad).isEqualTo(400);
            assertThat(answer.body()).contains("\"pointer\":\"#\"");
        }
    }

    @Test
    void another_character_set_is_not_supported() {
        assertThat(services.post("/api/map", "a=1", "Content-Type", "application/x-www-form-urlencoded; charset=utf-16")
                        .status())
                .isEqualTo(415);
        assertThat(services.post("/api/map", "a=1", "Content-Type", "application/x-www-form-urlencoded;charset=UTF-8")
                        .status())
                .isEqualTo(200);
        assertThat(services.post(
                                "/api/map",
                                "a=1",
                                "Content-Type",
                                "application/x-www-form-urlencoded;charset=\"us-ascii\"")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_form_over_a_limit_is_refused_with_413() {
        assertThat(services.post("/api/size", "a=1&".repeat(999) + "a=1", FORM).status())
                .isEqualTo(200);
        assertThat(services.post("/api/size", "a=1&".repeat(50_000), FORM).status())
                .isEqualTo(413);
        assertThat(services.post("/api/size", "&".repeat(50_000), FORM).status())
                .isEqualTo(413);
        assertThat(services.post("/api/size", "n".repeat(257) + "=1", FORM).status())
                .isEqualTo(413);
        assertThat(services.post("/api/size", "a=" + "1".repeat((256 << 10) + 1), FORM)
                        .status())
                .isEqualTo(413);
        assertThat(services.post("/api/size", "a=" + "1".repeat(1 << 20), FORM).body())
                .contains("1048576 bytes");
    }

    @Test
    void names_with_one_hash_are_as_good_as_others() {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            for (int bit = 0; bit < 10; bit++) form.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            form.append("=1&");
        }
        form.setLength(form.length() - 1);
        assertThat(services.post("/api/size", form.toString(), FORM).body()).isEqualTo("1000");
    }

    @Test
    void a_file_of_an_upload_stands_beside_its_text_fields() {
        String upload = part("name=note", "h\u00e9llo")
                + part("name=file; filename=\"C:\\docs\\a.txt\"\r\nContent-Type: text/plain", "content");
        assertThat(services.post("/api/file", upload + "--XX--", UPLOAD).body())
                .isEqualTo("file|a.txt|text/plain|7|content|h\u00e9llo");
    }

    @Test
    void several_files_may_have_one_name() {
        String upload = part("name=file; filename=a", "1") + part("name=file; filename=b", "2");
        assertThat(services.post("/api/files", upload + "--XX--", UPLOAD).body())
                .isEqualTo("4");
    }

    @Test
    void a_part_becomes_an_object_by_its_own_type() {
        String text = part("name=text", "!");
        assertThat(services.post(
                                "/api/meta",
                                meta("application/json", "{\"title\":\"A\",\"pages\":3}") + text + "--XX--",
                                UPLOAD)
                        .body())
                .isEqualTo("A3!");
        assertThat(services.post(
                                "/api/meta",
                                meta("application/xml", "<Meta><title>A</title><pages>3</pages></Meta>") + text
                                        + "--XX--",
                                UPLOAD)
                        .body())
                .isEqualTo("A3!");
        Services.Answer unfit = services.post(
                "/api/meta", meta("application/json", "{\"title\":\"A\",\"pages\":\"x\"}") + text + "--XX--", UPLOAD);
        assertThat(unfit.status()).isEqualTo(400);
        assertThat(unfit.body()).contains("meta#/pages");
        assertThat(services.post("/api/meta", meta("image/png", "x") + text + "--XX--", UPLOAD)
                        .status())
                .isEqualTo(415);
    }

    @Test
    void what_is_missing_or_malformed_is_told() {
        assertThat(services.post("/api/files", "--XX--", UPLOAD).body()).contains("is missing");
        assertThat(services.post("/api/files", "--YY--", UPLOAD).status()).isEqualTo(400);
        assertThat(services.post("/api/files", "{}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(415);
        assertThat(services.post("/api/files", "--XX--", "Content-Type", "multipart/form-data")
                        .status())
                .isEqualTo(400);
        assertThat(services.post("/api/optional", "--XX--", UPLOAD).body()).isEqualTo("false");
        assertThat(services.post("/api/optional", "").body()).isEqualTo("false");
        String latin1 = part("name=note\r\nContent-Type: text/plain", "a") + part("name=file; filename=f", "f");
        assertThat(services.post("/api/file", latin1 + "--XX--", UPLOAD).status())
                .isEqualTo(200);
    }

    @Test
    void an_upload_of_too_many_fields_is_refused() {
        assertThat(services.post("/api/map", part("name=a", "1").repeat(101) + "--XX--", UPLOAD)
                        .status())
                .isEqualTo(413);
    }

    private static String meta(String type, String content) {
        return part("name=meta\r\nContent-Type: " + type, content);
    }

    private static String part(String head, String content) {
        return "--XX\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + content + "\r\n";
    }

    @Test
    void an_upload_without_any_content_is_malformed_and_not_of_another_type() {
        Services.Answer empty = services.post("/api/files", "", UPLOAD);
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.body()).contains("The upload is empty");
        assertThat(services.post("/api/files", "", "Content-Type", "text/plain").status())
                .isEqualTo(415);
        assertThat(services.post("/api/optional", "", UPLOAD).body()).isEqualTo("false");
    }

    @Test
    @Timeout(20)
    void names_without_values_take_linear_time() {
        FormLimits limits = new FormLimits(2 << 20, 10 << 20, 256, 1 << 20);
        byte[] bare = "n&".repeat(1 << 20).substring(1).getBytes(UTF_8);
        List<String> names = new ArrayList<>();
        FormFields.ofForm(bare, limits).forEach((name, value) -> names.add(name + value));
        assertThat(names).hasSize((1 << 20) - 1).containsOnly("n");
    }
}
