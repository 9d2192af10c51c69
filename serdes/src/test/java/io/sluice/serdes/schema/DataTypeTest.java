package io.sluice.serdes.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.schema.DataType.Primitive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataTypeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    array<double>                                | array<double>
                    ARRAY < bigint >                             | array<long>
                    map<string, long>                            | map<string,long>
                    map<varchar,array<decimal( 5 , 2 )>>         | map<string,array<decimal(5,2)>>
                    struct<id: string, temp: double not null>    | struct<id:string,temp:double not null>
                    struct<id string,temp double NOT  NULL >     | struct<id:string,temp:double not null>
                    struct<id:string null>                       | struct<id:string>
                    struct<ID: struct<nullable: int>>            | struct<ID:struct<nullable:int>>
                    struct<`site name`:int, `a``b`:int>          | struct<`site name`:int,`a``b`:int>
                    struct<a-b: int>                             | struct<`a-b`:int>
                    struct<struct: array<struct<map: int>>>      | struct<struct:array<struct<map:int>>>
                    """)
    void nestedTypesAreReadAsSparkWritesThem(String text, String name) {
        DataType type = DataType.parse(text).orElseThrow();

        assertThat(type.sqlName()).isEqualTo(name);
        assertThat(DataType.parse(name)).contains(type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    array<>                  | a type is missing, at character 7
                    array<doubel>            | 'doubel' is no type, at character 7
                    array<double             | '>' is missing, at character 13
                    array<double>>           | there is more behind the type, at character 14
                    array<int not null>      | '>' is missing, at character 11
                    map<int,string>          | keys of a map must be of type string
                    map<string>              | ',' is missing, at character 11
                    struct<>                 | the name of a field is missing, at character 8
                    struct<a: int,>          | the name of a field is missing, at character 15
                    struct<a: int, A: long>  | clashes with column 'a'
                    struct<a>                | a type is missing, at character 9
                    struct<a: decimal(50,2)> | decimal precision = 50: must be from 1 to 38, at character 11
                    """)
    void whatIsWrongInANestedTypeIsSaidWithItsPlace(String text, String problem) {
        assertThatThrownBy(() -> DataType.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void aTypeDeeperThanAnyMessageIsRefusedBeforeTheStackIsFull() {
        String deep = "array<".repeat(100_000) + "int" + ">".repeat(100_000);

        assertThatThrownBy(() -> DataType.parse(deep)).hasMessageContaining("more than 100 deep");
    }

    @Test
    void aWordThatIsNoTypeIsStillNone() {
        assertThat(DataType.parse("struct")).isEmpty();
        assertThat(DataType.parse("list<int>")).isEmpty();
        assertThat(DataType.parse("int")).contains(Primitive.INT);
    }

    @Test
    void aRowOfAnotherWidthKeepsWhatFits() {
        Row row = new Row(2);
        row.setObject(0, "a");
        row.setDouble(1, 1.5);

        assertThat(row.resized(3))
                .returns("a", wider -> wider.stringAt(0))
                .returns(1.5, wider -> wider.doubleAt(1))
                .returns(true, wider -> wider.isNull(2));
        assertThat(row.resized(1)).returns(1, Row::width).returns("a", narrow -> narrow.stringAt(0));
    }
}
