package vesper.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.dataformat.xml.util.AnnotationUtil;

/**
 * The representation of an object's field in XML.
 *
 * @param name name of its element or attribute; for a list, name of each element
 * @param wrapper name of the element around a list; empty if the list has no wrapper
 * @param text true if the field is the text of the object's element
 */
public record XmlForm(String name, String wrapper, String namespace, boolean attribute, boolean text) {
    static XmlForm of(SerializationConfig xml, BeanProperty property) {
        AnnotatedMember member = property.getMember();
        if (member == null) return new XmlForm(property.getName(), property.getName(), "", false, false);
        AnnotationIntrospector introspector = xml.getAnnotationIntrospector();
        String namespace = AnnotationUtil.findNamespaceAnnotation(xml, introspector, member);
        return new XmlForm(
                or(introspector.findNameForSerialization(xml, member), property.getName()),
                or(introspector.findWrapperName(xml, member), property.getName()),
                namespace == null ? "" : namespace,
                Boolean.TRUE.equals(AnnotationUtil.findIsAttributeAnnotation(xml, introspector, member)),
                Boolean.TRUE.equals(AnnotationUtil.findIsTextAnnotation(xml, introspector, member)));
    }

    private static String or(@Nullable PropertyName given, String otherwise) {
        if (given == null || given.equals(PropertyName.USE_DEFAULT)) return otherwise;
        return given.getSimpleName();
    }
}
